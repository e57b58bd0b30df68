/** What is used of yaml: a bundler gives a lazily loaded CommonJS package no names of its own. */
export { Document, LineCounter, isCollection, isNode, isScalar, parse, parseAllDocuments, visit } from 'yaml';
