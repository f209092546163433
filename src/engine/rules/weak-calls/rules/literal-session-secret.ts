import { defineWeakCallRule } from '../weak-call-rule.ts'

export const literalSessionSecret = defineWeakCallRule({
  weakness: 'literal-session-secret',
  title: 'Hard-coded key',
  document: {
    id: 'literal-session-secret',
    title: 'Hard-coded key: the key that signs sessions or tokens is in the code',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-321', 'CWE-798'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what:
      'The key that signs or verifies sessions or JSON Web Tokens is a string in the code: `session({ secret: ' +
      '"…" })`, `jwt.sign(user, "…")`, or `app.secret_key = "…"`.',
    why: 'Anyone who can read the code can forge a session or token for any user.',
    remediation:
      'Create a new key, and read it from the environment at startup. Make the server exit if the key is not set.',
    examples: {
      bad: [
        "// server.ts\nimport session from 'express-session'\n\nexport const sessions = session({ " +
          "secret: 'keyboard cat', resave: false })\n",
        '# server.py\nfrom flask import Flask\n\napp = Flask(__name__)\napp.secret_key = "keyboard cat"\n',
      ],
      good: [
        "// server.ts\nimport session from 'express-session'\n\nexport const sessions = session({ " +
          'secret: process.env.SESSION_KEY, resave: false })\n',
        '# server.py\nimport os\n\nfrom flask import Flask\n\napp = Flask(__name__)\napp.secret_key ' +
          '= os.environ["SESSION_KEY"]\n',
      ],
    },
  },
  message: (call, place) =>
    `${call} at ${place} ${call.toLowerCase().endsWith('secret_key') ? 'is set to' : 'uses'} a hard-coded key. ` +
    'An attacker who reads the code can forge sessions and tokens for any user.',
})
