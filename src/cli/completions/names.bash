
# Names of the template on the line.
_variscope_names() {
    local word template="" what=""
    local current="${COMP_WORDS[COMP_CWORD]}" previous="" prefix="" at="${COMP_CWORD}"
    # `=` is a word of its own, behind an option and behind the name of an input.
    if [[ "${current}" == "=" ]]; then current=""; at=$((at + 1)); fi
    if [[ "${COMP_WORDS[at-1]}" == "=" && "${COMP_WORDS[at-2]}" != --* ]]; then prefix="${COMP_WORDS[at-2]}="; at=$((at - 2)); fi
    if [[ "${COMP_WORDS[at-1]}" == "=" && "${COMP_WORDS[at-2]}" == --* ]]; then at=$((at - 1)); fi
    previous="${COMP_WORDS[at-1]}"
    case "${previous}" in
        --preset|--left-preset|--right-preset) what=presets ;;
        --input|--left|--right) what=inputs ;;
        --assume) what=elements ;;
        --only|--skip) what=codes ;;
    esac
    if [[ -z "${what}" && "${COMP_WORDS[1]}" == rule ]]; then what=codes; fi
    if [[ -z "${what}" && "${COMP_WORDS[1]}" == explain && ${COMP_CWORD} -gt 2 && "${current}" != -* ]]; then what=elements; fi
    if [[ -z "${what}" ]]; then _variscope "$@"; return; fi
    for word in "${COMP_WORDS[@]:2}"; do
        if [[ "${word}" != -* && -e "${word}" ]]; then template="${word}"; break; fi
    done
    local names name typed="${current}" rest
    # What is typed with a backslash or behind a quote is a part of the name all the same.
    case "${typed}" in
        [\"\']*) typed="${typed:1}" ;;
        *) typed="${typed//\\/}" ;;
    esac
    names="$(variscope names "${what}" ${template:+"${template}"} 2>/dev/null)"
    COMPREPLY=()
    while IFS= read -r name; do
        if [[ -z "${name}" || "${name}" != "${prefix}${typed}"* ]]; then continue; fi
        rest="${name#"${prefix}"}"
        # The shell would take other letters for its own, unless a quote is open.
        if [[ "${current}" != [\"\']* && "${rest}" == *[^[:alnum:]_.:,/=@%+-]* ]]; then
            if [[ -z "${prefix}" && "${rest}" == *=* && "${what}" == inputs ]]; then
                printf -v rest '%s=%q' "${rest%%=*}" "${rest#*=}"
            else
                printf -v rest '%q' "${rest}"
            fi
        fi
        COMPREPLY+=("${rest}")
    done <<< "${names}"
    if [[ "${what}" == elements && "${previous}" == --assume ]]; then compopt -o nospace; fi
}

complete -F _variscope_names -o bashdefault -o default variscope
