/** What is read and what is judged: loaded as one, while the first answer of a scan is on its way. */
export { checks } from '../checks/index.ts';
export { collectors } from './collectors/index.ts';
