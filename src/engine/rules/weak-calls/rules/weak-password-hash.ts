import { defineWeakCallRule } from '../weak-call-rule.ts'

export const weakPasswordHash = defineWeakCallRule({
  weakness: 'weak-password-hash',
  title: 'Weak password hash',
  document: {
    id: 'weak-password-hash',
    title: 'Weak password hash: a fast hash function protects passwords',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-916'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'A value whose name suggests a password is hashed with a fast hash function, such as MD5, SHA-1, or ' +
      'SHA-256.',
    why:
      'An attacker who obtains the hashes can try billions of passwords per second. Dedicated password hash ' +
      'functions are slow by design.',
    remediation: 'Use `scrypt`, `bcrypt`, or Argon2.',
    examples: {
      bad: [
        '# server.py\nimport hashlib\n\n\ndef stored(password):\n    return ' +
          'hashlib.md5(password.encode()).hexdigest()\n',
        "// server.ts\nimport md5 from 'md5'\n\nexport const stored = (password: string) => md5(password)\n",
      ],
      good: [
        '# server.py\nimport hashlib\n\n\ndef stored(password, salt):\n    return ' +
          'hashlib.scrypt(password.encode(), salt=salt, n=16384, r=8, p=1)\n',
        "// server.ts\nimport md5 from 'md5'\n\nexport const etag = (page: string) => md5(page)\n",
      ],
    },
  },
  message: (call, place) =>
    `${call}() at ${place} hashes a password with a fast hash function. An attacker who obtains the hashes can ` +
    `recover many passwords by guessing.`,
})
