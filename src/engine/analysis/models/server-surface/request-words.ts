/**
 * Names of request headers, cookies and parameters that carry what a caller proves itself with. Compared in lower case.
 */
export const credentialHeaders = new RegExp(
  String.raw`^(?:(?:proxy-)?authorization|x-(?:[a-z0-9]+-)*(?:api-?key|token|secret|auth|auth-?key|` +
    String.raw`access-?key|signature|password)|(?:api|auth|access)-?(?:key|token)|cookie)$`,
)

/** Parameters of an address that do. */
export const credentialParameters =
  /^(?:(?:api|access|auth|secret|session)?[-_]?(?:key|token|secret)|apikey|password|code)$/i

/** Attributes of requests in which headers, parameters of the address and cookies stand. */
export const headerHolders: ReadonlySet<string> = new Set(['headers', 'rawHeaders', 'header', 'requestInfo'])
export const parameterHolders: ReadonlySet<string> = new Set([
  'query',
  'query_params',
  'searchParams',
  'args',
  'cookies',
  // `/:apiKey/mcp`
  'params',
])

/** Tables of status codes, and their names for rejected callers. */
export const statusTables = /\b(?:HTTPStatus|StatusCodes?|HttpStatus(?:Code)?)$/
export const refusingNames = /^(?:unauthorized|forbidden)$/i

/** Methods that read a header or parameter by its name. */
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

/** Functions that compare or verify a credential, by their own names. */
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

/** Of those, the ones that throw unless the credential holds. */
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

/** Classes of FastAPI that read a credential of a request, as a dependency of a function. */
export const credentialSchemes = /^(?:HTTPBearer|HTTPBasic|APIKey(?:Header|Query|Cookie)|OAuth2\w+|OpenIdConnect)$/

/** FastAPI functions that read a header or cookie into a parameter. */
export const readingDefaults: ReadonlySet<string> = new Set(['Header', 'Cookie'])
/** FastAPI functions that fill a parameter with the result of another function. */
export const injectingDefaults: ReadonlySet<string> = new Set(['Depends', 'Security'])

/** Names of functions of others that may throw when a credential does not hold, as far as their names say. */
export const suspectNames =
  /auth|verif|valid|check|assert|require|ensure|guard|protect|introspect|permission|allow|user|account|principal/i

/** Names of functions that only take notice: what they are handed decides nothing. */
export const quietNames = new RegExp(
  String.raw`^(?:log|warn|warning|error|info|debug|trace|fatal|print|printf|write|setHeader|set_header|append|push|` +
    String.raw`add|emit|inc|increment|count|observe|track|record|capture|captureMessage|setAttribute|set_attribute|` +
    String.raw`exception|labels|addEvent)$`,
)

/** Names of functions after which a request does not go on. */
export const leavingNames = /^(?:abort|throw|exit|_exit|destroy|terminate|close|reject_?request)$/

/** Functions that read a signed token and do not look at its signature, by their whole names. */
export const unverifiedDecoding = new RegExp(
  String.raw`^(?:jsonwebtoken\.(?:jwt\.)?decode|jose\.decodeJwt|jwt-decode(?:\.\w+)?|jwt_decode|` +
    String.raw`jose\.jwt\.get_unverified_claims|jwt\.get_unverified_header)$`,
)
/** Those that verify unless an argument tells them not to. */
export const decodingUnlessTold = /^jwt\.(?:decode|PyJWT\(\)\.decode)$/

/** Names of libraries, functions and classes of others that ask who calls. Compared with the whole name. */
export const authenticatingNames = new RegExp(
  String.raw`(?:^|[./@_-])(?:passport|express-basic-auth|basic-?auth|express-jwt|express-oauth2-jwt-bearer|` +
    String.raw`koa-jwt|clerk|auth0|supertokens|next-auth|better-auth|lucia|workos|descope|stytch|scalekit)|` +
    String.raw`(?:require|check|verify|ensure|validate|with)_?(?:bearer|auth|token|jwt|user|session|api_?key)|` +
    String.raw`bearer_?auth|auth_?(?:middleware|provider|backend|guard|router)|mcpAuth|` +
    String.raw`authentication_?middleware|oauth_?(?:provider|proxy|middleware|server)|token_?verifier|` +
    String.raw`jwt_?(?:auth|verifier|middleware)|api_?key_?(?:auth|middleware)`,
  'i',
)

/** Names of functions and classes of others that compare the name under which a server is asked. */
export const hostCheckingNames = new RegExp(
  String.raw`hostHeaderValidation|localhostHostValidation|TrustedHostMiddleware|host-validation|` +
    String.raw`hostValidation|allowedHosts|originValidation`,
  'i',
)

/** Status codes of answers that turn a caller away, and those that turn away a wrong name. */
export const refusingStatus: ReadonlySet<string> = new Set(['401', '403'])
export const misdirectedStatus: ReadonlySet<string> = new Set(['400', '421'])
