import { examplePythonRoute, exampleRoute } from '../example-server.ts'
import { defineFlowRule } from '../flow-rule.ts'

export const crossSiteScripting = defineFlowRule({
  kind: 'html',
  weakness: 'Cross-site scripting',
  document: {
    id: 'cross-site-scripting',
    title: 'Cross-site scripting (XSS): untrusted input becomes part of a page',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-79'],
    owaspMcp: [],
    safeMcp: [],
    what:
      'Untrusted input becomes part of an HTML page without escaping. A typical example is the error message on ' +
      'an authorization callback page.',
    why:
      "An attacker can craft a link that makes the page run a script in the server's origin. The script can send " +
      'requests as the user and read the page, including authorization codes and tokens.',
    remediation: 'Escape the value for HTML.',
    examples: {
      bad: [
        exampleRoute({
          path: '/callback',
          body: "reply.type('text/html')\nreply.send(`<h1>Failed: ${request.query.error}</h1>`)",
        }),
        examplePythonRoute({
          path: '/callback',
          imports: 'from starlette.responses import HTMLResponse',
          body: 'return HTMLResponse(f"<h1>Failed: {request.query_params[\'error\']}</h1>")',
        }),
      ],
      good: [
        exampleRoute({
          path: '/callback',
          body: "reply.type('text/html')\nreply.send(`<h1>Failed: ${encodeURIComponent(request.query.error)}</h1>`)",
        }),
        exampleRoute({ path: '/callback', body: 'reply.send({ error: request.query.error })' }),
        examplePythonRoute({
          path: '/callback',
          imports: 'from html import escape\n\nfrom starlette.responses import HTMLResponse',
          body: 'return HTMLResponse(f"<h1>Failed: {escape(request.query_params[\'error\'])}</h1>")',
        }),
      ],
    },
  },
  baseSeverity: () => 'medium',
  attack: () => 'run scripts in the page with the session of the user who opens it',
  remediation: () =>
    'Escape `&`, `<`, `>`, `"`, and `\'` in the value with an escaping template engine or a framework function. ' +
    'Or send plain text (`text/plain`) or JSON.',
})
