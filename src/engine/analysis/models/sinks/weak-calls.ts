import type { Weakness } from '../../taint/sinks/weak-call.ts'

/** A call that is weak if it has certain arguments. */
export interface WeakCallModel {
  readonly language: string
  /** Name from the points-to analysis, with aliases resolved. */
  readonly callee: string
  readonly weakness: Weakness
  /**
   * Condition on the arguments: an option is off or on, an argument is a literal string, or an argument has a
   * password-like name. `position` starts at 0; `option` is a keyword argument or an object property.
   */
  readonly when:
    | { readonly is: 'off' | 'on'; readonly option: readonly string[] }
    | { readonly is: 'literal'; readonly option?: string; readonly position?: number }
    | { readonly is: 'password'; readonly position: number }
  /** Example program that contains a matching call. */
  readonly example: string
}

/** An attribute that must not be set to a literal string. */
export interface LiteralStore {
  readonly of: RegExp
  readonly key: string
}

/** Secret keys that sign the sessions of Flask applications. */
export const literalStores: readonly LiteralStore[] = [
  { of: /^(?:flask\.Flask\(\)|connexion\.\w+\(\)\.app)$/, key: 'secret_key' },
  { of: /^connexion\.\w+\(\)\.app\.config$/, key: 'SECRET_KEY' },
  { of: /^flask\.Flask\(\)\.config$/, key: 'SECRET_KEY' },
  { of: /^flask\.Flask\(\)\.config$/, key: 'JWT_SECRET_KEY' },
]

/** Names of deny lists, and names of values that hold commands. */
export const denyListWords = new RegExp(
  String.raw`\b(?:block(?:ed|list)?|black ?list(?:ed)?|den(?:y|ied)|deny ?list|forbidden|disallowed|dangerous|banned|` +
    String.raw`prohibited|restricted)\b`,
)
export const commandWords = /\b(?:commands?|cmds?|programs?|binar(?:y|ies)|executables?|shell)\b/
/** Commands that occur together only in deny lists. */
export const forbiddenCommands =
  /^(?:sudo|su|rm|rm -rf.*|mkfs.*|dd|dd if=.*|shutdown|reboot|halt|poweroff|passwd|fdisk)$/
/** Methods that search a list. */
export const memberTests: ReadonlySet<string> = new Set(['includes', 'has', 'some', 'find', 'indexOf'])

const tokens = { weakness: 'unverified-token' } as const
const secrets = { weakness: 'literal-session-secret' } as const
const hashes = { weakness: 'weak-password-hash' } as const
const escaping = { weakness: 'template-escaping-off' } as const

/** Calls that are weak regardless of taint. */
export const weakCallModels: readonly WeakCallModel[] = [
  {
    language: 'python',
    callee: 'jwt.decode',
    ...tokens,
    when: { is: 'off', option: ['verify'] },
    example: 'import jwt\ndef f(token):\n    return jwt.decode(token, verify=False)',
  },
  {
    language: 'python',
    callee: 'jwt.decode',
    ...tokens,
    when: { is: 'off', option: ['options', 'verify_signature'] },
    example: 'import jwt\ndef f(token):\n    return jwt.decode(token, options={"verify_signature": False})',
  },
  {
    language: 'python',
    callee: 'jose.jwt.decode',
    ...tokens,
    when: { is: 'off', option: ['options', 'verify_signature'] },
    example:
      'from jose import jwt\ndef f(token):\n    return jwt.decode(token, "", ' + 'options={"verify_signature": False})',
  },
  {
    language: 'javascript',
    callee: 'express-session',
    ...secrets,
    when: { is: 'literal', option: 'secret' },
    example: "const session = require('express-session'); exports.f = () => session({ secret: 'keyboard cat' })",
  },
  {
    language: 'javascript',
    callee: 'cookie-session',
    ...secrets,
    when: { is: 'literal', option: 'secret' },
    example: "import session from 'cookie-session'; export const f = () => session({ secret: 'keyboard cat' })",
  },
  {
    language: 'javascript',
    callee: 'jsonwebtoken.sign',
    ...secrets,
    when: { is: 'literal', position: 1 },
    example: "import jwt from 'jsonwebtoken'; export const f = (user) => jwt.sign(user, 'keyboard cat')",
  },
  {
    language: 'javascript',
    callee: 'jsonwebtoken.verify',
    ...secrets,
    when: { is: 'literal', position: 1 },
    example: "import jwt from 'jsonwebtoken'; export const f = (token) => jwt.verify(token, 'keyboard cat')",
  },
  {
    language: 'python',
    callee: 'jwt.encode',
    ...secrets,
    when: { is: 'literal', option: 'key', position: 1 },
    example: 'import jwt\ndef f(user):\n    return jwt.encode(user, "keyboard cat", algorithm="HS256")',
  },
  {
    language: 'python',
    callee: 'jwt.decode',
    ...secrets,
    when: { is: 'literal', option: 'key', position: 1 },
    example: 'import jwt\ndef f(token):\n    return jwt.decode(token, "keyboard cat", algorithms=["HS256"])',
  },
  {
    language: 'python',
    callee: 'starlette.middleware.sessions.SessionMiddleware',
    ...secrets,
    when: { is: 'literal', option: 'secret_key' },
    example:
      'from starlette.middleware.sessions import SessionMiddleware\ndef f(app):\n    ' +
      'return SessionMiddleware(app, secret_key="keyboard cat")',
  },
  ...['hashlib.md5', 'hashlib.sha1', 'hashlib.sha256'].map((callee): WeakCallModel => ({
    language: 'python',
    callee,
    ...hashes,
    when: { is: 'password', position: 0 },
    example: `import hashlib\ndef f(password):\n    return ${callee}(password.encode()).hexdigest()`,
  })),
  {
    language: 'javascript',
    callee: 'crypto.createHash().update',
    ...hashes,
    when: { is: 'password', position: 0 },
    example:
      "import crypto from 'node:crypto'; export const f = (password) => " +
      "crypto.createHash('md5').update(password).digest('hex')",
  },
  ...['md5', 'sha1'].map((callee): WeakCallModel => ({
    language: 'javascript',
    callee,
    ...hashes,
    when: { is: 'password', position: 0 },
    example: `import hash from '${callee}'; export const f = (password) => hash(password)`,
  })),
  ...['flask.Flask', 'quart.Quart', 'connexion.App', 'connexion.FlaskApp'].map((made): WeakCallModel => ({
    language: 'python',
    callee: `${made}().run`,
    weakness: 'debug-mode',
    when: { is: 'on', option: ['debug'] },
    example: `from ${made.replace('.', ' import ')} as Made\napp = Made("x")\napp.run(debug=True)`,
  })),
  ...['nunjucks.configure', 'swig.setDefaults'].map((callee): WeakCallModel => ({
    language: 'javascript',
    callee,
    ...escaping,
    when: { is: 'off', option: ['autoescape'] },
    example: `import engine from '${callee.split('.')[0]}'; engine.${callee.split('.')[1]}({ autoescape: false })`,
  })),
  {
    language: 'javascript',
    callee: 'handlebars.compile',
    ...escaping,
    when: { is: 'on', option: ['noEscape'] },
    example: "import h from 'handlebars'; export const f = (text) => h.compile(text, { noEscape: true })",
  },
  {
    language: 'python',
    callee: 'jinja2.Environment',
    ...escaping,
    when: { is: 'off', option: ['autoescape'] },
    example: 'import jinja2\nenvironment = jinja2.Environment(autoescape=False)',
  },
]
