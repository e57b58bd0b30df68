import { SourceError } from '../../reason.ts';
import { weightOf } from '../weight.ts';

/** What one list keeps of its objects. */
export interface Holding {
  /** @throws SourceError `truncated` where all lists together keep more than there is room for */
  add(items: readonly unknown[], resource: string): void;
  /** The list is read anew: what was kept of it is gone. */
  letGo(): void;
}

/** Opens the account of one list. */
export type Keep = () => Holding;

/** @param keptBytes what all lists may keep together, by `weightOf` */
export function createKeep(keptBytes: number): Keep {
  let kept = 0;
  return () => {
    const seen = new Set<object>();
    let own = 0;
    const letGo = (): void => {
      kept -= own;
      own = 0;
      seen.clear();
    };
    return {
      add(items, resource) {
        let weight = 0;
        for (const item of items) weight += weightOf(item, seen);
        kept += weight;
        own += weight;
        if (kept <= keptBytes) return;
        letGo();
        const room = `${Math.round(keptBytes / 1024 / 1024)} MiB`;
        const message = `the list of ${resource} was left: all lists together are larger than ${room}, which is what a scan keeps`;
        throw new SourceError({ kind: 'truncated', message });
      },
      letGo,
    };
  };
}
