/** The text that a fix prints for an update: its start, the wait, its errors, and the test of its state. */
export function waited(start: string, of = ''): string {
  const describe = `aws eks describe-update --region eu-west-1 --name prod${of === '' ? '' : ` ${of}`}`;
  return `update=$(${start} --query update.id --output text) &&
echo "update ID: $update" &&
while state=$(${describe} \\
  --update-id "$update" --query update.status --output text) &&
[ "$state" = InProgress ]; do sleep 30; done &&
${describe} \\
  --update-id "$update" --query 'update.[status,errors]' &&
[ "$state" = Successful ]`;
}

/** The text that a fix prints for an update of a managed node group with these options. */
export function updatedGroup(group: string, options = ''): string {
  const start = `aws eks update-nodegroup-version --region eu-west-1 --cluster-name prod \\\n  --nodegroup-name ${group}${options === '' ? '' : ` ${options}`}`;
  return `${waited(start, `--nodegroup-name ${group}`)} &&\nkubectl get nodes --selector eks.amazonaws.com/nodegroup=${group}`;
}
