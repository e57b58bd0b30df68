/** The exports in use: if `yaml`, a CommonJS package, were imported lazily, the bundler would drop their names. */
export { Document, LineCounter, isCollection, isNode, isScalar, parse, parseAllDocuments, visit } from 'yaml';
