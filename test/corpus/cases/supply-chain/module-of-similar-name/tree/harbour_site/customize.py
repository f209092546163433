TITLE = "Harbour"
