import { examplePythonRoute, exampleRoute } from '../example-server.ts'
import { defineFlowRule } from '../flow-rule.ts'

export const openRedirect = defineFlowRule({
  kind: 'redirect',
  weakness: 'Open redirect',
  document: {
    id: 'open-redirect',
    title: 'Open redirect: untrusted input decides where a browser is sent',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-601'],
    owaspMcp: ['MCP07:2025'],
    safeMcp: [],
    what: 'Untrusted input is the address of a redirect, and no check compares its host.',
    why:
      'A link that starts with the address of the server leads to the page of an attacker. In an authorization, ' +
      'the code or token of the redirect goes there too.',
    remediation: 'Redirect to paths of the server, or to registered addresses that you compare as a whole.',
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
  attack: () => 'send the browser to another site, with the codes or tokens of the redirect',
  remediation: () =>
    'Compare the whole address with the registered ones. Or accept only paths that start with one slash, and reject ' +
    'those that start with two slashes or with a slash and a backslash.',
})
