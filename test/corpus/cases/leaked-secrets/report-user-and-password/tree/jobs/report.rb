require 'pg'

settings = {
  host: 'reports.internal',
  'user' => 'reporter',
  'password' => '{{glue:tuesday|!report}}'
}
connection = PG.connect(settings)
