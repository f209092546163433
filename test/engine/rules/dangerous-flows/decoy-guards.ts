/** A guard that looks like a check but rejects nothing. */
export interface DecoyGuard {
  readonly name: string
  /** Functions and constants in the file. */
  readonly helpers?: string
  /** Statements before the use of `name`. */
  readonly before?: string
  /** Statements after the use. */
  readonly after?: string
  /** The used value. The default is `name`. */
  readonly used?: string
}

/** Decoys in JavaScript. The file defines `log` and `ROOT`. */
export const javascriptDecoys: readonly DecoyGuard[] = [
  {
    name: 'a validator that only logs',
    helpers: "function validatePath(p) { if (p.includes('..')) console.warn('suspicious path', p) }",
    before: 'validatePath(name)',
  },
  {
    name: 'a validator that returns the value unchanged',
    helpers: 'function validatePath(p) { return p }',
    used: 'validatePath(name)',
  },
  {
    name: 'a test of another variable',
    before: "if (ROOT.includes('..')) throw new Error('outside')",
  },
  {
    name: 'a validator that catches its own exception',
    helpers:
      "function validatePath(p) { try { if (p.includes('..')) throw new Error('outside') } " +
      'catch (error) { console.error(error) } return p }',
    used: 'validatePath(name)',
  },
  { name: 'a comparison with one constant', before: "if (name === 'forbidden.txt') throw new Error('forbidden')" },
  { name: 'a check after the use', after: "if (name.includes('..')) throw new Error('outside')" },
  {
    name: 'a check behind a flag that is never set',
    helpers: 'const STRICT = false',
    before: "if (STRICT && (name.includes('..') || path.isAbsolute(name))) throw new Error('outside')",
  },
  {
    name: 'a check behind a parameter that no caller sets',
    helpers:
      "function validatePath(p, { strict = false } = {}) { if (strict && p.includes('..')) " +
      "throw new Error('outside') }",
    before: 'validatePath(name)',
  },
  {
    name: 'a pattern that matches everything',
    before: "if (!/^.*$/s.test(name)) throw new Error('invalid')",
  },
  {
    name: 'an empty list of forbidden names',
    helpers: 'const FORBIDDEN = []',
    before: "if (FORBIDDEN.includes(name)) throw new Error('forbidden')",
  },
  {
    name: 'a condition without a body',
    helpers: "const isSafePath = (p) => !p.includes('..')",
    before: 'const ok = isSafePath(name); if (!ok) { /* refused */ }',
  },
  {
    name: 'a result that nothing reads',
    helpers: "const isSafePath = (p) => !p.includes('..') && !path.isAbsolute(p)",
    before: 'isSafePath(name)',
  },
  {
    name: 'a variable that nothing reads',
    before: "let isValid = true; if (name.includes('..')) isValid = false",
  },
  {
    name: 'a counter of refused names',
    helpers: 'let refused = 0',
    before: "if (name.includes('..')) { refused += 1 }",
  },
  {
    name: 'a validator that is always true',
    helpers: 'function isAllowedPath(p) { return true }',
    before: "if (!isAllowedPath(name)) throw new Error('not allowed')",
  },
  { name: 'a limit of the length', before: "if (name.length > 4096) throw new Error('too long')" },
  { name: 'a check of the type', before: "if (typeof name !== 'string' || !name) throw new Error('no text')" },
  {
    name: 'an async validator that nothing awaits',
    helpers: "async function validatePath(p) { if (p.includes('..')) throw new Error('outside') }",
    before: 'validatePath(name)',
  },
  {
    name: 'an async validator whose rejection is ignored',
    helpers: "async function validatePath(p) { if (p.includes('..')) throw new Error('outside') }",
    before: 'await validatePath(name).catch(() => undefined)',
  },
  {
    name: 'a check with an alternative that always holds',
    helpers: "const isSafePath = (p) => !p.includes('..')",
    before: "if (!(isSafePath(name) || true)) throw new Error('outside')",
  },
  {
    name: 'a check of a cleaned copy',
    before: "const clean = name.replaceAll('..', ''); if (clean.includes('..')) throw new Error('outside')",
  },
  {
    name: 'a function that throws and is never called',
    before: "const onRefused = () => { throw new Error('outside') }; if (name.includes('..')) console.warn(onRefused)",
  },
  {
    name: 'a return from a callback',
    before: "['..', '/'].forEach((part) => { if (name.includes(part)) return })",
  },
  {
    name: 'an unknown check whose outcome only logs',
    helpers: "import { isSafePath } from 'acme-paths'",
    before: "if (!isSafePath(name)) { console.warn('suspicious path', name) }",
  },
  {
    name: 'an unknown check of another value',
    helpers: "import { validatePath } from 'acme-paths'",
    before: 'validatePath(ROOT)',
  },
  {
    name: 'an unknown check whose exception is ignored',
    helpers: "import { validatePath } from 'acme-paths'",
    before: 'try { validatePath(name) } catch { /* optional */ }',
  },
  {
    name: 'the question whether the file exists',
    helpers: "import { existsSync } from 'node:fs'",
    before: "if (!existsSync(path.join(ROOT, name))) throw new Error('not found')",
  },
]

/** Decoys in Python. The file defines `ROOT`. Statements are lines of the function. */
export const pythonDecoys: readonly DecoyGuard[] = [
  {
    name: 'a validator that only logs',
    helpers: "def validate_path(p):\n    if '..' in p:\n        logging.warning('suspicious path %s', p)",
    before: 'validate_path(name)',
  },
  {
    name: 'a validator that returns the value unchanged',
    helpers: 'def validate_path(p):\n    return p',
    used: 'validate_path(name)',
  },
  {
    name: 'a validator that catches its own exception',
    helpers:
      "def validate_path(p):\n    try:\n        if '..' in p:\n            raise ValueError('outside')\n" +
      '    except ValueError:\n        pass\n    return p',
    used: 'validate_path(name)',
  },
  { name: 'a test of another variable', before: "if '..' in ROOT:\n        raise ValueError('outside')" },
  {
    name: 'a comparison with one constant',
    before: "if name == 'forbidden.txt':\n        raise ValueError('forbidden')",
  },
  { name: 'a check after the use', after: "if '..' in name:\n        raise ValueError('outside')" },
  {
    name: 'a check behind a parameter that no caller sets',
    helpers: "def validate_path(p, strict=False):\n    if strict and '..' in p:\n        raise ValueError('outside')",
    before: 'validate_path(name)',
  },
  {
    name: 'a pattern that matches everything',
    before: "if not re.match(r'(?s).*', name):\n        raise ValueError('invalid')",
  },
  {
    name: 'an empty list of forbidden names',
    helpers: 'FORBIDDEN = []',
    before: "if name in FORBIDDEN:\n        raise ValueError('forbidden')",
  },
  {
    name: 'a condition without a body',
    helpers: "def is_safe_path(p):\n    return '..' not in p",
    before: 'if not is_safe_path(name):\n        pass',
  },
  {
    name: 'a result that nothing reads',
    helpers: "def is_safe_path(p):\n    return '..' not in p and not os.path.isabs(p)",
    before: 'is_safe_path(name)',
  },
  {
    name: 'a validator that is always true',
    helpers: 'def is_allowed_path(p):\n    return True',
    before: "if not is_allowed_path(name):\n        raise ValueError('not allowed')",
  },
  {
    name: 'a check of the type and of the length',
    before: "if not isinstance(name, str) or len(name) > 4096:\n        raise ValueError('invalid')",
  },
  {
    name: 'an exception that is created and not raised',
    before: "if '..' in name:\n        ValueError('outside')",
  },
  {
    name: 'an unknown check whose exception is ignored',
    helpers: 'from acme_paths import validate_path',
    before: 'try:\n        validate_path(name)\n    except Exception:\n        pass',
  },
]
