/** A sentence that says when, not what: the heading of an entry has the step. */
const onlyWhen = /^Do this (?:now|once|when)\b/;
/** A sentence that explains, without an instruction. */
const explains = /^(?:The|An?|EKS|Helm|You)\b[^:;]*$/;

/** The name of an item, such as a setting. */
const onlyCode = /^`[^`]*`$/;

/**
 * What to do first, from the prose before the first block of commands, in the order in which to try them: the longest
 * first. All without the full stop.
 */
export function firstClauses(fix: string): string[] {
  const [prose = ''] = fix.split('```');
  // Of a list, the first item.
  const [item = ''] = prose.startsWith('- ') ? prose.slice(2).split('\n- ') : [prose];
  const sentences = splitSentences(item.replaceAll('\n', ' ').trim());
  const told = sentences.length > 1 ? sentences.filter((one) => !onlyWhen.test(one)) : sentences;
  const [first = '', second] = told;
  const ofFirst = [first, ...toClauses(first)];
  if (second === undefined || !explains.test(first)) return ofFirst;
  return [`${first}. ${second}`, second, ...toClauses(second), ...ofFirst];
}

/** The first clause; before it, if it only explains, what it leads to: `Create another one`. */
function toClauses(sentence: string): string[] {
  const clause = firstClause(sentence);
  const rest = sentence.slice(clause.length + 1).trim();
  const told = firstClause(rest);
  if (told !== '' && onlyCode.test(clause)) return [`${clause}: ${told}`];
  if (told === '' || !explains.test(clause)) return [clause];
  return [`${told.charAt(0).toUpperCase()}${told.slice(1)}`, clause];
}

/** Sentences without their full stops or final colons. A code span is not split. */
function splitSentences(prose: string): string[] {
  const ends = [...withoutCode(prose).matchAll(/\.(?= |$)|:(?= *$)/g)].map(({ index }) => index);
  return [...ends, prose.length]
    .map((end, index, all) => prose.slice(index === 0 ? 0 : (all[index - 1] ?? 0) + 1, end).trim())
    .filter((one) => one !== '');
}

function firstClause(sentence: string): string {
  return sentence.slice(0, /;(?= )|:(?= )/.exec(withoutCode(sentence))?.index).trim();
}

/** The text with code spans of the same length that have no punctuation. */
function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, (code) => 'x'.repeat(code.length));
}
