/* SPDX-License-Identifier: GPL-2.0-only */
#include "helper/toy-scenario.h"
#include "program.h"

int
main(int argc, char** argv)
{
    const ns3::ToyScenario toy;
    return ns3::RunProgram({&toy}, {argv + 1, argv + argc});
}
