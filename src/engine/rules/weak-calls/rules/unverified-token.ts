import { defineWeakCallRule } from '../weak-call-rule.ts'

export const unverifiedToken = defineWeakCallRule({
  weakness: 'unverified-token',
  title: 'Missing signature verification',
  document: {
    id: 'unverified-token',
    title: 'Missing signature verification: a token is decoded without signature verification',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-347'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'A JSON Web Token is decoded with an option that disables signature verification: `verify=False` or ' +
      '`verify_signature: False`.',
    why:
      'Anyone can create a token for any user and role. If a server trusts such a token, an attacker can act as any ' +
      'user.',
    remediation: 'Pass the key and the list of allowed algorithms, and leave signature verification enabled.',
    examples: {
      bad: [
        '# server.py\nimport jwt\n\n\ndef user_of(token):\n    return jwt.decode(token, ' +
          'options={"verify_signature": False})["user"]\n',
      ],
      good: [
        '# server.py\nimport os\nimport jwt\n\n\ndef user_of(token):\n    return jwt.decode(token, ' +
          'os.environ["KEY"], algorithms=["HS256"])["user"]\n',
        '# server.py\nimport jwt\nfrom keys import key_of\n\n\ndef user_of(token):\n' +
          '    claims = jwt.decode(token, options={"verify_signature": False})\n' +
          '    return jwt.decode(token, key_of(claims["iss"]), algorithms=["RS256"])["user"]\n',
      ],
    },
  },
  message: (call, place) =>
    `${call}() at ${place} decodes a token without verifying its signature. An attacker can create a token with ` +
    `any content, for example with another user's name.`,
})
