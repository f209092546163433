import { defineWeakCallRule } from '../weak-call-rule.ts'

export const debugMode = defineWeakCallRule({
  weakness: 'debug-mode',
  title: 'Active debug code',
  document: {
    id: 'debug-mode',
    title: 'Active debug code: a web server runs with its debugger enabled',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-489', 'CWE-94'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what: 'A Flask, Quart, or Connexion application is started with `debug=True`.',
    why:
      'The debugger shows source code and variables on error pages. In Flask, it also provides a console that runs ' +
      'any code and is protected only by a short PIN.',
    remediation: 'Run the application with a production WSGI or ASGI server, without `debug`.',
    examples: {
      bad: ['# server.py\nfrom flask import Flask\n\napp = Flask(__name__)\napp.run(debug=True)\n'],
      good: ['# server.py\nfrom flask import Flask\n\napp = Flask(__name__)\napp.run()\n'],
    },
  },
  message: (call, place) =>
    `${call}() at ${place} starts the server with its debugger enabled. An attacker who can reach the server can ` +
    `read source code and may be able to run code.`,
})
