import { usageError } from '../facts/reason.ts';
import { shortened } from '../syntax/quoted.ts';

/** Values of `kubectl get -o`: https://kubernetes.io/docs/reference/kubectl/#output-options, and of the AWS CLI. */
const words = new Set(
  `yaml yml kyaml wide name template templatefile table custom-columns custom-columns-file go-template
   go-template-file jsonpath jsonpath-as-json jsonpath-file`.split(/\s+/),
);

/**
 * Refuses a value of `--output` that is one of kubectl's formats: it would become a file with that name.
 * @param hint how to get what is meant
 * @throws ScanError (`usage`)
 */
export function refuseKubectlWord(value: string, hint: string): void {
  const [word = ''] = value.split('=', 1);
  if (!words.has(word)) return;
  const file = word === value ? ` For a file with this name, write ./${word}.` : '';
  throw usageError(
    `--output ${shortened(value)}: this is a format of kubectl; here, --output names a file`,
    `${hint}${file}`,
  );
}
