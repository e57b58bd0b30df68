/** A text as a plain text message of SARIF shows it: no placeholder, and no link where brackets and parentheses meet. */
export function messageText(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&').replaceAll(/\](?=\()/g, '] ');
}
