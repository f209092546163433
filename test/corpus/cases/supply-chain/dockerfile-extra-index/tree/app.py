import harbour_telemetry

harbour_telemetry.start()
