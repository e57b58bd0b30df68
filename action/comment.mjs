// Writes a Markdown report into one comment of a pull request: the one that carries the report's marker is updated in place.
import { readFile } from 'node:fs/promises';
import process from 'node:process';

const { GITHUB_API_URL = 'https://api.github.com', GITHUB_REPOSITORY, GITHUB_TOKEN, PULL_REQUEST } = process.env;
const [file] = process.argv.slice(2);

/** Sends a request to GitHub's API. */
async function ask(method, path, body) {
  const answer = await fetch(`${GITHUB_API_URL}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${GITHUB_TOKEN}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify({ body }) }),
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${answer.statusText}`);
  return answer.json();
}

/** The comment that an earlier run has written; undefined: none has. */
async function earlier(issue, marker) {
  for (let page = 1; ; page += 1) {
    const comments = await ask('GET', `${issue}/comments?per_page=100&page=${page}`);
    const own = comments.find(({ body, user }) => body?.startsWith(marker) && user?.type === 'Bot');
    if (own !== undefined || comments.length < 100) return own;
  }
}

try {
  if (!file) throw new Error('the scan wrote no report: its own message says why');
  const text = await readFile(file, 'utf8');
  const [marker = ''] = text.split('\n');
  const repository = `/repos/${GITHUB_REPOSITORY}`;
  const issue = `${repository}/issues/${Number(PULL_REQUEST)}`;
  const own = await earlier(issue, marker);
  if (own === undefined) await ask('POST', `${issue}/comments`, text);
  else await ask('PATCH', `${repository}/issues/comments/${own.id}`, text);
} catch (error) {
  // A comment that cannot be written does not change what the scan has found.
  process.stdout.write(
    `::warning title=eks-preflight::cannot write the comment: ${String(error.message).replaceAll(/[\r\n%]/g, ' ')}\n`,
  );
}
