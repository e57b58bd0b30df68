/**
 * `npm run table-ages`: warns of tables in `rules/` whose sources were last read more than 45 days ago. It never
 * fails: an old table may still be right. On GitHub, each warning is an annotation.
 */
import { formatTableAges } from './tables-md.ts';

const today = new Date().toISOString().slice(0, 10);
const start = process.env['GITHUB_ACTIONS'] === 'true' ? '::warning::' : 'warning: ';
for (const line of formatTableAges(today)) console.log(`${start}${line}`);
