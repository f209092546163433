import { examplePythonRoute, exampleRoute } from '../example-server.ts'
import type { FlowRule } from '../flow-rule.ts'

export const crossSiteScripting: FlowRule = {
  kind: 'html',
  name: 'Cross-site scripting',
  document: {
    id: 'cross-site-scripting',
    title: 'Somebody outside decides what markup a browser gets',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-79'],
    owaspMcp: [],
    safeMcp: [],
    what:
      'A value from outside becomes part of a page without being escaped, such as the message of a failed ' +
      'authorization that the page of a callback shows.',
    why:
      'A link to the page carries a script that runs in the origin of the server: it calls its routes as the ' +
      'user does, and reads what the page holds, such as codes and tokens of an authorization.',
    remediation: 'Escape the value for markup.',
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
  severity: () => 'medium',
  harm: () => 'run scripts in the page, in the name of whoever opens it',
  remediation: () =>
    'Escape &, <, >, " and \' in the value, by an engine of templates that does so or a function of the ' +
    'framework, or send the answer as plain text (`text/plain`) or JSON.',
}
