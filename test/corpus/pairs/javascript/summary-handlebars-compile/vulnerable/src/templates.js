export const templates = new Map([
  ['short', '{{title}}: {{count}} items'],
  ['long', '{{title}}\n{{#each items}}- {{this}}\n{{/each}}{{include "assets/footer.txt"}}'],
])
