import type { TrustStatement } from '../facts/control-plane.ts';

/** The statements of a trust policy in words. */
export function trustText(trust: readonly TrustStatement[]): string {
  const statements = trust.map(({ effect, services, actions, conditions }) => {
    const who = services === null ? 'NotPrincipal' : services.join(', ') || 'no service';
    const what = actions === null ? 'NotAction' : actions.join(', ');
    const when = conditions.map(({ operator, key, values }) => ` ${operator} ${key} ${values.join(', ')}`.trimEnd());
    return `${effect} ${who} ${what}${when.length === 0 ? '' : ` if${when.join(' and')}`}`;
  });
  return statements.join('; ');
}
