import { examplePythonRoute, exampleRoute } from '../example-server.ts'
import { defineFlowRule } from '../flow-rule.ts'

export const openRedirect = defineFlowRule({
  kind: 'redirect',
  weakness: 'Open redirect',
  document: {
    id: 'open-redirect',
    title: 'Open redirect: untrusted input determines where a browser is sent',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-601'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what: 'Untrusted input is used as the target URL of a redirect, and no check restricts the host of that URL.',
    why:
      "A link to the server can redirect users to an attacker's page. In an authorization flow, the redirect also " +
      'sends the authorization code or token to that page.',
    remediation: 'Redirect only to paths on your own server, or to URLs that exactly match a registered URL.',
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
  baseSeverity: () => 'medium',
  attack: () => 'send the browser, and any codes or tokens in the redirect, to another site',
  remediation: () =>
    'Accept only URLs that exactly match a registered URL. Alternatively, accept only paths that start with a slash ' +
    'and whose second character is neither a slash nor a backslash.',
})
