/** The exports of the EventBridge client that are used; listing them keeps the lazily loaded chunk small. */
export {
  DescribeRuleCommand,
  EventBridgeClient,
  ListRuleNamesByTargetCommand,
  PutEventsCommand,
} from '@aws-sdk/client-eventbridge';
