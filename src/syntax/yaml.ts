/**
 * The exports of `yaml` that are in use. Import this module, not `yaml` itself: in a lazy import of a CommonJS package,
 * the bundler would drop the names of its exports.
 */
export { Document, LineCounter, isCollection, isNode, isScalar, parse, parseAllDocuments, visit } from 'yaml';
export type { Tags } from 'yaml';
