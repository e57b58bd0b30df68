import { advice, definePlugin, sh } from 'eks-preflight';
import { check } from './one.mjs';

const hostile = [
  '\u001B[2J\u001B]8;;https://evil.test\u0007red\u001B[0m',
  'a\n::error::b\r\n##vso[task.complete]c\n',
  '[click](javascript:alert(1)) ![x](https://evil.test/x.png) <https://evil.test> @team #1 | a | b |',
  '<script>alert(1)</script><img src=x onerror=alert(1)> &lt; "\' ]]> <!-- -->',
  '\u202Egnp.exe\u2066\u200B\u00AD\uD800 \u0000\u0007\u0085\u2028',
  '`code` ```\nfence\n``` ~~~ ***bold***',
  '$(touch PWNED) `touch PWNED`; touch PWNED \'"',
  '::set-output name=a::b',
];
const all = hostile.join(' ');
const findings = () =>
  hostile.map((text, at) => ({
    level: at === 0 ? 'fail' : 'warn',
    resource: { kind: text, name: `${at}${text}`, namespace: text, apiVersion: text, arn: text, note: text },
    message: text,
    evidence: [{ observed: text, required: text, resource: text, fact: text }],
    fix: advice`Look at ${text}: ${sh`kubectl delete pod ${text}`}, and ${all}`,
  }));
export default definePlugin({
  name: 'texts',
  checks: [
    check('texts/x', findings, { title: `t ${all}`.slice(0, 190), why: all, fix: advice`${all}` }),
    check('texts/skips', findings, { title: 't', why: all, applies: { needs: ['cluster'], when: () => all } }),
    check('texts/throws', () => {
      throw new Error(all);
    }),
  ],
});
