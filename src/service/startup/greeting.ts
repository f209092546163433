import type { Service } from './start-service.ts'

/** Returns the text that the terminal shows after the start. No other output contains the secrets. */
export function greeting({ address, isOpenToNetwork, firstSecrets, loginLink }: Service): string {
  const lines = [address === undefined ? 'Assay is running as a worker.' : `Assay is running at ${address}`]
  if (isOpenToNetwork) lines.push('It also listens on all other addresses of this machine (setting HOST).')
  if (firstSecrets) {
    lines.push(
      '',
      'First start: Assay created the account "local". Copy its secrets now, they are not shown again:',
      '',
    )
    lines.push(`  API key         ${firstSecrets.apiKey}`, `  Webhook secret  ${firstSecrets.webhookSecret}`)
    if (address !== undefined) lines.push('', 'Start a first scan:', '', ...firstRequests(address, firstSecrets.apiKey))
  } else {
    lines.push('', 'To create another API key, run: npm run -s assay -- keys create --name NAME --account local')
  }
  if (loginLink !== undefined)
    lines.push('', 'Sign in with a browser. The link works once and expires in ten minutes:', '', `  ${loginLink}`)
  return `${lines.join('\n')}\n\n`
}

function firstRequests(address: string, apiKey: string): string[] {
  return [
    `  curl -s ${address}/api/v1/scans/url \\`,
    `    -H 'X-API-Key: ${apiKey}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '{"url":"https://www.npmjs.com/package/mcp-server-kubernetes/v/2.9.6"}'`,
    '',
    'Then request the result with the scanId of the response:',
    '',
    `  curl -s ${address}/api/v1/scans/SCAN_ID \\`,
    `    -H 'X-API-Key: ${apiKey}'`,
  ]
}
