def plot(heights):
    return "\n".join("#" * int(height * 10) for height in heights)
