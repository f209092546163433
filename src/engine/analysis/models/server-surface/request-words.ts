/** Names of request headers, cookies, and parameters that contain credentials, in lower case. */
export const credentialHeaders = new RegExp(
  String.raw`^(?:(?:proxy-)?authorization|x-(?:[a-z0-9]+-)*(?:api-?key|token|secret|auth|auth-?key|` +
    String.raw`access-?key|signature|password)|(?:api|auth|access)-?(?:key|token)|cookie)$`,
)

/** URL parameters that contain credentials. */
export const credentialParameters =
  /^(?:(?:api|access|auth|secret|session)?[-_]?(?:key|token|secret)|apikey|password|code)$/i

/** Request attributes that hold headers, URL parameters, and cookies. */
export const headerHolders: ReadonlySet<string> = new Set(['headers', 'rawHeaders', 'header', 'requestInfo'])
export const parameterHolders: ReadonlySet<string> = new Set([
  'query',
  'query_params',
  'searchParams',
  'args',
  'cookies',
  // Example: `/:apiKey/mcp`.
  'params',
])

/** Enumerations of HTTP status codes: `HTTPStatus.UNAUTHORIZED`. */
export const statusTables = /\b(?:HTTPStatus|StatusCodes?|HttpStatus(?:Code)?)$/
export const refusingNames = /^(?:unauthorized|forbidden)$/i

/** Methods that read a header or parameter by name. */
export const readingMethods: ReadonlySet<string> = new Set([
  'get',
  'header',
  'getHeader',
  'has',
  'getlist',
  'get_all',
  'cookie',
  'param',
])

/** Functions that compare or verify a credential, by unqualified name. */
export const verifyingNames: ReadonlySet<string> = new Set([
  'timingSafeEqual',
  'compare_digest',
  'safeCompare',
  'safeEqual',
  'constantTimeEqual',
  'verify',
  'verifyAsync',
  'jwtVerify',
  'verifyIdToken',
  'verifyToken',
  'verifyJwt',
  'verifyAccessToken',
  'verify_token',
  'verify_id_token',
  'verify_access_token',
  'compareSync',
  'checkpw',
  'check_password_hash',
  'introspect',
  'introspectToken',
  'load_access_token',
  'verify_jwt_in_request',
  'decode_complete',
  'authenticate',
  'HTTPBearer',
  'HTTPBasic',
  'APIKeyHeader',
  'APIKeyQuery',
  'APIKeyCookie',
  'OAuth2PasswordBearer',
  'getAuth',
  'getSession',
  'getServerSession',
])

/** Functions in `verifyingNames` that throw if the credential is invalid. */
export const throwingVerifiers: ReadonlySet<string> = new Set([
  'verify',
  'verifyAsync',
  'jwtVerify',
  'verifyIdToken',
  'verifyToken',
  'verifyJwt',
  'verifyAccessToken',
  'verify_id_token',
  'verify_jwt_in_request',
  'decode_complete',
  'assert',
  'ok',
])

/** FastAPI classes that read a credential from a request when they are used as a function dependency. */
export const credentialSchemes = /^(?:HTTPBearer|HTTPBasic|APIKey(?:Header|Query|Cookie)|OAuth2\w+|OpenIdConnect)$/

/** FastAPI functions that read a header or cookie into a parameter. */
export const readingDefaults: ReadonlySet<string> = new Set(['Header', 'Cookie'])
/** FastAPI functions that fill a parameter with another function's result. */
export const injectingDefaults: ReadonlySet<string> = new Set(['Depends', 'Security'])

/** Names of external functions that may throw for invalid credentials. */
export const suspectNames =
  /auth|verif|valid|check|assert|require|ensure|guard|protect|introspect|permission|allow|user|account|principal/i

/** Names of functions that do not influence control flow, such as logging. Passing a value to them is not a check. */
export const quietNames = new RegExp(
  String.raw`^(?:log|warn|warning|error|info|debug|trace|fatal|print|printf|write|setHeader|set_header|append|push|` +
    String.raw`add|emit|inc|increment|count|observe|track|record|capture|captureMessage|setAttribute|set_attribute|` +
    String.raw`exception|labels|addEvent)$`,
)

/** Names of functions that end a request. */
export const leavingNames = /^(?:abort|throw|exit|_exit|destroy|terminate|close|reject_?request)$/

/** Functions that decode a signed token without verifying its signature, by qualified name. */
export const unverifiedDecoding = new RegExp(
  String.raw`^(?:jsonwebtoken\.(?:jwt\.)?decode|jose\.decodeJwt|jwt-decode(?:\.\w+)?|jwt_decode|` +
    String.raw`jose\.jwt\.get_unverified_claims|jwt\.get_unverified_header)$`,
)
/** Functions that verify the signature unless an argument disables it. */
export const decodingUnlessTold = /^jwt\.(?:decode|PyJWT\(\)\.decode)$/

/**
 * Names of external libraries, functions, and classes that authenticate the caller. Matched against qualified names.
 */
export const authenticatingNames = new RegExp(
  String.raw`(?:^|[./@_-])(?:passport|express-basic-auth|basic-?auth|express-jwt|express-oauth2-jwt-bearer|` +
    String.raw`koa-jwt|clerk|auth0|supertokens|next-auth|better-auth|lucia|workos|descope|stytch|scalekit)|` +
    String.raw`(?:require|check|verify|ensure|validate|with)_?(?:bearer|auth|token|jwt|user|session|api_?key)|` +
    String.raw`bearer_?auth|auth_?(?:middleware|provider|backend|guard|router)|mcpAuth|` +
    String.raw`authentication_?middleware|oauth_?(?:provider|proxy|middleware|server)|token_?verifier|` +
    String.raw`jwt_?(?:auth|verifier|middleware)|api_?key_?(?:auth|middleware)`,
  'i',
)

/** Names of external functions and classes that check the `Host` or `Origin` header. */
export const hostCheckingNames = new RegExp(
  String.raw`hostHeaderValidation|localhostHostValidation|TrustedHostMiddleware|host-validation|` +
    String.raw`hostValidation|allowedHosts|originValidation`,
  'i',
)

/** Status codes that reject a caller, and status codes that reject an unexpected host name. */
export const refusingStatus: ReadonlySet<string> = new Set(['401', '403'])
export const misdirectedStatus: ReadonlySet<string> = new Set(['400', '421'])
