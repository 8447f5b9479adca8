# conform-about: Tkabber's idna.tcl: idna::punycode_encode. There is no decoder.
# conform-needs: tclsh
# conform-packages: tcl tkabber
# conform-run: tclsh {source}

# The codec: what another library would need changed. It raises no error of its own, so any error is a fault.

set failure [catch {source /usr/share/tkabber/idna.tcl} why]
proc encode {text} { return [idna::punycode_encode $text] }
proc echo {text} { return $text }

# Tkabber's own version is of the program; Debian's package has the date of the snapshot too.
proc version {} { return [exec dpkg-query --show {--showformat=${Version}} tkabber] }

# The protocol: one answer a line, code points in hexadecimal.

# Strings of Tcl 8 are UTF-16, so a number above FFFF is two surrogates, and two surrogates are one such number.

proc units {code_points} {
    set units {}
    foreach code_point $code_points {
        if {$code_point > 0x10FFFF || ($code_point >> 10 == 0x37 && [is_high [lindex $units end]])} {
            error "not held"
        } elseif {$code_point > 0xFFFF} {
            lappend units [expr {0xD7C0 + ($code_point >> 10)}] [expr {0xDC00 + ($code_point & 0x3FF)}]
        } else {
            lappend units $code_point
        }
    }
    return $units
}

proc is_high {unit} { return [expr {$unit ne "" && $unit >> 10 == 0x36}] }

proc code_points {text} {
    binary scan [encoding convertto unicode $text] su* units
    set code_points {}
    foreach unit $units {
        set before [lindex $code_points end]
        if {$unit >> 10 == 0x37 && [is_high $before]} {
            lset code_points end [expr {(($before - 0xD7C0) << 10) + $unit - 0xDC00}]
        } else {
            lappend code_points $unit
        }
    }
    return $code_points
}

proc answer {operation numbers} {
    if {[catch {units [lmap number $numbers {expr 0x$number}]} units]} { return "unsupported by UTF-16 strings" }
    set text [join [lmap unit $units {format %c $unit}] ""]
    if {[catch {$operation $text} output]} { return "fault error: [regsub -all {\s+} $output " "]" }
    return [concat ok [lmap code_point [code_points $output] {format %x $code_point}]]
}

fconfigure stdout -buffering line
while {[gets stdin line] >= 0} {
    set numbers [lassign [split [string trim [regsub -all {\s+} $line " "]]] first second]
    if {$first ne "conform"} {
        puts "$first [answer $second $numbers]"
    } elseif {$failure} {
        puts "conform 1 error=[string map {% %25 " " %20} $why]"
        exit 1
    } else {
        puts "conform 1 name=tkabber-idna version=[version] language=Tcl ops=encode echo=yes"
    }
}
