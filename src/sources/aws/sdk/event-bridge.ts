/** What is used of the EventBridge client: named, so that a lazily loaded chunk holds no more than this. */
export {
  DescribeRuleCommand,
  EventBridgeClient,
  ListRuleNamesByTargetCommand,
  PutEventsCommand,
} from '@aws-sdk/client-eventbridge';
