import { Environment, ParseError, type ASTNode } from '@marcbachmann/cel-js';
import { convert } from './convert.ts';
import { placeIn, type CelFlaw, type Node } from './syntax.ts';

const longest = 16_384;

/** Larger or deeper expressions could exhaust the stack. */
const limits = { maxAstNodes: 2_000, maxDepth: 100 };

const environment = new Environment({ enableOptionalTypes: true, limits });

/**
 * Parses an expression with cel-js. Its evaluator is not used: it treats a field of a string as absent, and returns
 * false for values that it cannot compare.
 */
export function parse(text: string): Node | CelFlaw {
  if (text.length > longest)
    return { line: 1, column: 1, message: `the expression has more than ${longest} characters` };
  const tree = parseTree(text);
  return 'message' in tree ? tree : convert(tree, text);
}

function parseTree(text: string): ASTNode | CelFlaw {
  try {
    return environment.parse(text).ast;
  } catch (error) {
    if (error instanceof ParseError) {
      const message = `${error.summary.charAt(0).toLowerCase()}${error.summary.slice(1)}`;
      return { ...placeIn(text, error.range?.start ?? 0), message };
    }
    if (error instanceof RangeError) return { line: 1, column: 1, message: 'the expression is nested too deeply' };
    throw error;
  }
}
