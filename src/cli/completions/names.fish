
# Names of the template on the line.
function __variscope_names
    set -l template
    for word in (commandline -opc)[3..]
        if not string match -q -- '-*' $word; and test -e "$word"
            set template $word
            break
        end
    end
    variscope names $argv $template 2>/dev/null
end

complete -c variscope -l preset -x -a '(__variscope_names presets)'
complete -c variscope -l left-preset -x -a '(__variscope_names presets)'
complete -c variscope -l right-preset -x -a '(__variscope_names presets)'
complete -c variscope -l input -x -a '(__variscope_names inputs)'
complete -c variscope -l left -x -a '(__variscope_names inputs)'
complete -c variscope -l right -x -a '(__variscope_names inputs)'
complete -c variscope -l assume -x -a '(__variscope_names elements)'
complete -c variscope -l only -x -a '(__variscope_names codes)'
complete -c variscope -l skip -x -a '(__variscope_names codes)'
complete -c variscope -n '__fish_seen_subcommand_from rule' -f -a '(__variscope_names codes)'
complete -c variscope -n '__fish_seen_subcommand_from explain' -a '(__variscope_names elements)'
