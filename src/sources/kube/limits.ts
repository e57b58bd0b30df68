const MIB = 1024 * 1024;

/** Limits of an API server's answers. Beyond them, reading fails as `truncated` or `time-out`: no partial facts. */
export interface KubeLimits {
  /** Objects requested per page, unless a list names its own number. */
  pageItems: number;
  /** Largest page, decompressed, in bytes. */
  pageBytes: number;
  /**
   * Largest other answer (discovery, one object), how much of a page is read before its turn, and how much of the
   * metrics is kept, in bytes.
   */
  plainBytes: number;
  /** Largest answer without status 200, in bytes. */
  refusalBytes: number;
  /** Largest answer of which only some lines are kept, in bytes. */
  metricsBytes: number;
  /** Maximum pages of one list. */
  pages: number;
  /** Maximum consecutive pages without items. */
  emptyPages: number;
  /** How many bytes the heap may grow while lists are read. */
  keptBytes: number;
  /** Longest time of one answer from the request to its last byte, in milliseconds. */
  answerMs: number;
  /** Longest wait after its first page with which a list goes on; after a longer one it begins again, in milliseconds. */
  freshMs: number;
}

/**
 * With these a whole scan stays below 400 MB, whatever an API server sends: six connections with `plainBytes` each, one
 * page with `pageBytes`, `keptBytes`, and the program itself.
 */
export const kubeLimits: KubeLimits = {
  /** Larger pages make other clients of the API server wait longer, and are not read faster (docs/performance.md). */
  pageItems: 250,
  /** etcd accepts objects of up to 1.5 MiB; 250 large pods, of 20 kB each, are 5 MB. */
  pageBytes: 64 * MIB,
  /** Discovery of 3,000 CRDs is 3 MB. Each byte may become 20 in memory (`{},`). */
  plainBytes: 8 * MIB,
  /** A `Status` has a few hundred bytes, a login page a few thousand. */
  refusalBytes: 1 * MIB,
  /** The metrics of large clusters have 10 to 40 MB, most of them histograms of requests. */
  metricsBytes: 512 * MIB,
  /** Half a million objects in pages of 250; Kubernetes supports 150,000 pods. */
  pages: 2_000,
  /** A page may be empty if nothing in its part of the list matches a selector, but an API server usually reads on. */
  emptyPages: 50,
  /** 150,000 pods, the most that Kubernetes supports, take about 50 MB. */
  keptBytes: 128 * MIB,
  /** A page of 10 MB, compressed to 1 MB, takes ten seconds at 100 kB a second. */
  answerMs: 120_000,
  /** Continue tokens expire after 5 to 10 minutes, and the rest of the list must be read before. */
  freshMs: 60_000,
};
