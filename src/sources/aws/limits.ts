const MIB = 1024 * 1024;

/** The limits of the answers of AWS. Beyond them, reading fails as `truncated` or `time-out`: no partial facts. */
export interface AwsLimits {
  /** Largest answer, in bytes. */
  answerBytes: number;
  /** How many bytes of an answer are read before it waits for other large answers. */
  plainBytes: number;
  /** Longest time of one answer from the request to its last byte, in milliseconds. */
  answerMs: number;
}

export const awsLimits: AwsLimits = {
  /** A thousand instances, the largest page that is requested, are about 10 MB of XML. */
  answerBytes: 16 * MIB,
  /** Most answers have about 10 kB. */
  plainBytes: 1 * MIB,
  /** The longest time that AWS's own tools wait for the first byte of an answer. */
  answerMs: 60_000,
};

/** Maximum pages of a list: 15,000 Auto Scaling groups in pages of 50, 300,000 instances in pages of 1,000. */
export const MOST_PAGES = 300;
/** Maximum consecutive pages without entries: EC2 returns some if a filter matches nothing in a part of the list. */
export const MOST_EMPTY_PAGES = 50;
/** How many bytes the heap may grow while one list is read: about 20,000 instances with all their fields. */
export const MOST_KEPT_BYTES = 96 * MIB;
/** Maximum objects and arrays, or XML tags, of one answer; ten instances have about a thousand XML tags. */
export const MOST_NESTED = 1_000_000;

/**
 * Longest wait for the first answer of a host that has not answered yet, in milliseconds, for the first try and for
 * those after it. Once a host has answered, only the idle limit applies, also to requests in progress: the host is
 * just slow.
 */
export const FIRST_ANSWER_MS = [3_000, 9_000] as const;
