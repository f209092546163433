import type { Service } from './start-service.ts'

/** What a person sees when the service is up; the secrets stand here and nowhere else. */
export function greeting({ address, isOpenToNetwork, firstSecrets, loginLink }: Service): string {
  const lines = [address === undefined ? 'Assay works off scans.' : `Assay serves at ${address}`]
  if (isOpenToNetwork) lines.push('and on every other address of this machine, as HOST says.')
  if (firstSecrets) {
    lines.push('', 'This is the first start. The account "local" was made; its secrets are shown this once:', '')
    lines.push(`  API key         ${firstSecrets.apiKey}`, `  Webhook secret  ${firstSecrets.webhookSecret}`)
    if (address !== undefined) lines.push('', 'Try a first scan:', '', ...firstRequests(address, firstSecrets.apiKey))
  } else {
    lines.push('', 'Another API key: npm run -s assay -- keys create --name NAME --account local')
  }
  if (loginLink !== undefined)
    lines.push('', 'Sign in with a browser, once and within ten minutes:', '', `  ${loginLink}`)
  return `${lines.join('\n')}\n\n`
}

function firstRequests(address: string, apiKey: string): string[] {
  return [
    `  curl -s ${address}/api/v1/scans/url \\`,
    `    -H 'X-API-Key: ${apiKey}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '{"url":"https://www.npmjs.com/package/mkdirp/v/0.5.1"}'`,
    '',
    'and ask for its result with the scanId of the answer:',
    '',
    `  curl -s ${address}/api/v1/scans/SCAN_ID \\`,
    `    -H 'X-API-Key: ${apiKey}'`,
  ]
}
