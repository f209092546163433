const [major] = process.versions.node.split('.').map(Number)
if (major < 20) {
  console.error('markdown-toc-fast needs Node 20 or newer: https://nodejs.example/download')
  process.exit(1)
}
