/** Kubernetes quantities: `100`, `96500m`, `1.5Gi`, `1e3`. */

const factors: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/**
 * Parses a quantity to a number, with the precision of a double.
 * Source: Quantity of k8s.io/apimachinery/pkg/api/resource
 * @returns undefined if the text is invalid
 */
export function parseQuantity(text: string): number | undefined {
  const [, digits, exponent, suffix = ''] =
    /^([+-]?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30}))(?:([eE][+-]?\d{1,3})|([numkMGTPE]|[KMGTPE]i))?$/.exec(text) ?? [];
  const factor = factors[suffix];
  return digits === undefined || factor === undefined ? undefined : Number(`${digits}${exponent ?? ''}`) * factor;
}
