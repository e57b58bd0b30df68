import { ownText, publicProse, publicText } from './marks.ts';

/** Texts of reasons and gaps, which redaction keeps as far as they are no names. */

/**
 * Codes of AWS, Kubernetes, Node.js and TLS for a request that failed:
 * https://docs.aws.amazon.com/eks/latest/APIReference/CommonErrors.html,
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#StatusReason, https://nodejs.org/api/errors.html
 */
export const failureCode = () =>
  publicText(
    /^(?:AccessDenied|Unauthorized|UnauthorizedOperation|Forbidden|ExpiredToken|InvalidClientTokenId|UnrecognizedClient|InvalidAccessKeyId|AuthFailure|OptInRequired|SubscriptionRequired|SignatureDoesNotMatch|InvalidSignature|IncompleteSignature|RequestTimeTooSkewed|RequestExpired|Throttling|TooManyRequests|RequestLimitExceeded|SlowDown|ResourceNotFound|NoSuchEntity|NotFound|Validation|InvalidParameter|InvalidRequest|InternalServer|InternalFailure|InternalError|ServiceUnavailable|UnknownOperation|InvalidAction|MissingAuthenticationToken)(?:Exception)?$/,
    `InvalidParameterValue InvalidSubnetID.NotFound InvalidVpcID.NotFound InvalidGroup.NotFound InvalidAMIID.NotFound
     Gone Expired Conflict AlreadyExists Invalid Timeout ServerTimeout MethodNotAllowed NotAcceptable BadRequest
     ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH EPIPE EPROTO
     SELF_SIGNED_CERT_IN_CHAIN DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT
     UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_SIGNATURE_FAILURE CERT_HAS_EXPIRED CERT_NOT_YET_VALID
     ERR_TLS_CERT_ALTNAME_INVALID`.split(/\s+/),
  );

/** The message of a reason: public if it names a grant (`optional-grants.ts`), and a sentence otherwise. */
export const reasonMessage = () => publicProse(/^needs --with (?:secrets|logs|metrics)$/);

/** A permission, as `permissionText` writes it: its verb stays, and its resource is redacted like a name. */
export const permissionName = () => ownText(/: (?:get|list|impersonate)$/);

const gapNouns =
  `node group|add-on|versions of add-on|EKS add-on|role|policy|inline policy|inline policies of role|queue|
  instance profile|access entry|Fargate profile|update|updates of node group|
  updates of add-on|instance refreshes of Auto Scaling group|insight|event rule|event rules of queue|prefix list|audit log|
  Auto Scaling group|Application|Service|Helm release|Helm releases in|DaemonSet of the VPC CNI|DaemonSet of|
  Corefile of|imports of|mode of|EKS add-ons|Deployments|DaemonSets|EndpointSlices|Spot instances that run|
  Nodes of Auto Scaling groups`.split(/\|\s*/);

/** The part of a fact that is missing: `node group blue`, `the Helm release shop/cart`. Its noun stays. */
export const gapText = () => ownText(new RegExp(`^(?:the )?(?:${gapNouns.join('|')})(?= |$)`));
