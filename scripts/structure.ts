/**
 * Counts modules, imports and import cycles: `npm run structure [FOLDER]`, for this repository or another copy.
 * A box is a file or folder directly in the measured folder; an arrow means that one box imports another.
 */
import path from 'node:path';
import { listImportCycles, importGraph, modulesBelow } from './imports.ts';

const root = path.resolve(process.argv[2] ?? '.');
const modules = modulesBelow(root, ['src', 'checks']);
const graph = importGraph(modules);

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

function countLines(file: string): number {
  return (modules.get(file) ?? '').split('\n').length - 1;
}

/** The numbers of boxes in a folder, of arrows between them, and of boxes in the longest chain. */
function measureBoxes(folder: string): { boxes: number; arrows: number; floors: number } {
  const findBox = (file: string) =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined;
  const boxes = new Map<string, Set<string>>();
  for (const [file, imported] of graph) {
    const from = findBox(file);
    if (from === undefined) continue;
    const to = boxes.get(from) ?? new Set();
    boxes.set(from, to);
    for (const other of imported.map(findBox)) if (other !== undefined && other !== from) to.add(other);
  }
  const arrows = [...boxes.values()].reduce((sum, { size }) => sum + size, 0);
  return { boxes: boxes.size, arrows, floors: countFloors(boxes) };
}

/** The number of boxes in the longest chain; NaN if there are more than 30 boxes, which would take too long. */
function countFloors(boxes: ReadonlyMap<string, ReadonlySet<string>>): number {
  const floor = (box: string, above: readonly string[]): number => {
    if (above.includes(box)) return 0;
    return 1 + Math.max(0, ...[...(boxes.get(box) ?? [])].map((next) => floor(next, [...above, box])));
  };
  return boxes.size > 30 ? Number.NaN : Math.max(...[...boxes.keys()].map((box) => floor(box, [])));
}

const isCheck = (file: string) => modules.get(file)?.includes('export default defineCheck(') === true;
const checks = [...modules.keys()].filter((file) => file.startsWith('checks/') && isCheck(file));
const parts = [...modules.keys()].filter((file) => /^checks\/.*\//.test(file) && !isCheck(file));
const edges = [...graph.values()].reduce((sum, { length }) => sum + length, 0);
const circles = listImportCycles(graph);

console.log(`modules ${modules.size}, imports ${edges}, import cycles ${circles.length} (type imports included)`);
for (const circle of circles) console.log(`  cycle of ${circle.length}: ${circle.slice(0, 6).join(' ')}`);
for (const folder of ['src', 'checks', 'checks/karpenter']) {
  const { boxes, arrows, floors } = measureBoxes(folder);
  console.log(`${folder}: ${boxes} boxes, ${arrows} arrows${Number.isNaN(floors) ? '' : `, depth ${floors}`}`);
}
for (const [what, files] of [
  ['checks', checks],
  ['parts of checks', parts],
  ['src', [...modules.keys()].filter((file) => file.startsWith('src/'))],
] as const) {
  const lines = files.map(countLines);
  const over = (limit: number) => lines.filter((count) => count > limit).length;
  console.log(
    `${what}: ${files.length} files, median ${median(lines)} lines, longest ${Math.max(...lines)},`,
    `over 150: ${over(150)}, over 250: ${over(250)}`,
  );
}
