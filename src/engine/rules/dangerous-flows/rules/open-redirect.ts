import { examplePythonRoute, exampleRoute } from '../example-server.ts'
import type { FlowRule } from '../flow-rule.ts'

export const openRedirect: FlowRule = {
  kind: 'redirect',
  name: 'Open redirect',
  document: {
    id: 'open-redirect',
    title: 'Somebody outside decides where a browser is sent',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-601'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what: 'A value from outside is the address of a redirect, and its host is not checked.',
    why:
      'A link that begins with the address of the server leads to a page of somebody else. In an ' +
      'authorization, the code or token that goes along with the redirect goes there too.',
    remediation: 'Redirect to paths of the server, or to registered addresses that are compared whole.',
    examples: {
      bad: [
        exampleRoute({ path: '/login', body: 'reply.redirect(request.query.next)' }),
        examplePythonRoute({
          path: '/login',
          imports: 'from starlette.responses import RedirectResponse',
          body: 'return RedirectResponse(request.query_params["next"])',
        }),
      ],
      good: [
        exampleRoute({
          path: '/login',
          body:
            "const pages = new Set(['/', '/tools'])\nconst { next } = " +
            "request.query\nreply.redirect(pages.has(next) ? next : '/')",
        }),
        exampleRoute({
          path: '/login',
          body: 'reply.redirect(`/tools?from=${encodeURIComponent(request.query.next)}`)',
        }),
        examplePythonRoute({
          path: '/login',
          imports: 'from starlette.responses import RedirectResponse\n\nPAGES = {"/", "/tools"}',
          body: 'page = request.query_params["next"]\nreturn RedirectResponse(page if page in PAGES else "/")',
        }),
      ],
    },
  },
  severity: () => 'medium',
  harm: () => 'send the browser to another site, along with what the redirect carries',
  remediation: () =>
    'Compare the address whole with those that are registered, or let only paths pass that begin with one ' +
    'slash and not with two or with a slash and a backslash.',
}
