/** The used exports of yaml: a bundler drops the export names of a lazily loaded CommonJS package. */
export { Document, LineCounter, isCollection, isNode, isScalar, parse, parseAllDocuments, visit } from 'yaml';
