/** Variables that name files or folders with certificates. */
export const certificateVariables = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'] as const

/** Variables for programs and certificates, which Node, git, and the C library read. */
const passedVariables = ['PATH', ...certificateVariables, 'TZ', 'LANG'] as const

/**
 * Returns the part of the environment that the scan process and the fetcher get. It contains no setting of Assay, so no
 * secret.
 */
export function scanEnvironmentOf(variables: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    passedVariables.flatMap((name) => {
      const value = variables[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
