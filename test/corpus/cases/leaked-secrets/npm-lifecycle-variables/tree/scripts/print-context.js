const interesting = [
  'npm_package_name', 'npm_package_version', 'npm_lifecycle_event', 'npm_lifecycle_script',
  'npm_config_user_agent', 'npm_config_local_prefix', 'npm_config_node_linker_strategy_override',
]
for (const name of interesting) console.log(`${name}=${process.env[name] ?? ''}`)
