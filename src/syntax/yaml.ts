/** The exports in use: for a lazily loaded CommonJS package, the bundler drops the names of exports. */
export { Document, LineCounter, isCollection, isNode, isScalar, parse, parseAllDocuments, visit } from 'yaml';
