/* SPDX-License-Identifier: GPL-2.0-only */
#include "program.h"

int
main(int argc, char** argv)
{
    return ns3::RunProgram(ns3::Scenarios(), {argv + 1, argv + argc});
}
