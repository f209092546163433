import { createPrivateKey } from 'node:crypto'
import { appToken } from '../../../src/service/github/github-app.ts'
import type { ServedGitHub, ServedPull } from './served-github.ts'

/** Returns the milliseconds of the two requests that every check run needs: one for a token and one for the run. */
export async function makeRunDirectly(
  { apiUrl, appId, privateKeyPem }: ServedGitHub,
  { owner, name, installationId, head }: ServedPull,
): Promise<number> {
  const startedAt = performance.now()
  const jwt = appToken({ id: appId, privateKey: createPrivateKey(privateKeyPem) })
  const { token } = (await answer(`${apiUrl}/app/installations/${installationId}/access_tokens`, `Bearer ${jwt}`, {
    repositories: [name],
    permissions: { checks: 'write' },
  })) as { token: string }
  await answer(`${apiUrl}/repos/${owner.login}/${name}/check-runs`, `token ${token}`, {
    name: 'Assay',
    head_sha: head,
    status: 'queued',
  })
  return performance.now() - startedAt
}

async function answer(url: string, authorization: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw new Error(`${url} answered with ${response.status}`)
  return response.json()
}
