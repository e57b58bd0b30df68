import { nothing } from 'eks-preflight';
export default nothing;
