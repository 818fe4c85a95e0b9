
# Names of the template on the line.
_variscope_names() {
    local what="" template="" word
    case "${words[CURRENT-1]}" in
        --preset|--left-preset|--right-preset) what=presets ;;
        --input|--left|--right) what=inputs ;;
        --assume) what=elements ;;
        --only|--skip) what=codes ;;
    esac
    if [[ -z "$what" && "${words[2]}" == rule ]]; then what=codes; fi
    if [[ -z "$what" && "${words[2]}" == explain && $CURRENT -gt 3 && "${words[CURRENT]}" != -* ]]; then what=elements; fi
    if [[ -z "$what" ]]; then _variscope "$@"; return; fi
    for word in "${words[@]:2}"; do
        if [[ "$word" != -* && -e "$word" ]]; then template="$word"; break; fi
    done
    local -a names
    names=("${(@f)$(variscope names $what ${template:+"$template"} 2>/dev/null)}")
    compadd -- "${names[@]}"
}

compdef _variscope_names variscope
