def main() -> None:
    print("harbour 1.0.0")


if __name__ == "__main__":
    main()
