/** Collectors and checks in one module, which loads while the first request of a scan is in progress. */
export { checks } from '../checks/index.ts';
export { collectors } from './collectors/index.ts';
