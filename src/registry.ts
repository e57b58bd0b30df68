/** Collectors and checks in one module, which a scan usually loads while its first request is in progress. */
export { checks } from '../checks/index.ts';
export { collectors } from './collectors/index.ts';
